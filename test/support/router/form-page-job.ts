// A small page of a router, as many have it: a form with one rule, which is entered into its table at once. Run on the router.
const FIELDS = ['name', 'external', 'device', 'internal']
const asInput = (field: string) => `<label>${field} <input name="${field}"></label>`
const FORM = `<!doctype html><title>Router</title><h1>Virtual server</h1><form method="post">${FIELDS.map(asInput).join('')}
<select name="protocol"><option>TCP<option>UDP</select><button>Save</button></form>`

Bun.serve({
  hostname: '192.168.0.1',
  port: 80,
  async fetch(request) {
    const form = request.method === 'POST' ? await request.formData() : new FormData()
    const field = (name: string) => String(form.get(name) ?? '')
    const to = `dnat ip to ${field('device')}:${field('internal')}`
    const rule = `add rule inet home prerouting iifname "wan" ${field('protocol').toLowerCase()} dport ${field('external')} ${to}`
    const saved = request.method === 'POST' && Bun.spawnSync(['nft', rule]).success
    return new Response(saved ? `${FORM}<p>Saved.` : FORM, { headers: { 'content-type': 'text/html' } })
  },
})
