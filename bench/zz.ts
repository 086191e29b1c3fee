import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseAddress } from '/tmp/wt/size/src/policy/address.ts'
import { openRangeFile } from '/tmp/wt/size/src/ipdata/ranges/open.ts'
import { Reader } from 'mmdb-lib'
import { mapFile } from '/tmp/wt/size/src/ipdata/map.ts'
import { statSync } from 'node:fs'
const maxmind=createRequire('/tmp/size/mm/x.js')('maxmind')
const mm=await maxmind.open('/tmp/size/city.mmdb')
const decoded=new Map()
const lib=new Reader(readFileSync('/tmp/size/city.mmdb'),{cache:{get:(o:any)=>decoded.get(o),set(o:any,v:any){if(decoded.size===4096)decoded.clear();decoded.set(o,v)}}})
const p='/tmp/wt/size/data/city.ranges'
const rf=openRangeFile(mapFile(p,0,statSync(p).size)!)
for(const v of [4,6]){
const N=200000
let s=v; const rnd=()=>{s=(s+0x6d2b79f5)|0;let m=Math.imul(s^(s>>>15),s|1);m^=m+Math.imul(m^(m>>>7),m|61);return (m^(m>>>14))>>>0}
const addrs=Array.from({length:N},()=>{ if(v===4){const w=(rnd()%0xdf000000)+0x01000000;return parseAddress([w>>>24,(w>>>16)&255,(w>>>8)&255,w&255].join('.'))!}
 const a=[0x2400+(rnd()&0x7ff),rnd()&0xffff,rnd()&0xffff,rnd()&0xffff,0,0,0,rnd()&0xffff].map(x=>x.toString(16)).join(':');return parseAddress(a)!})
const texts=addrs.map(a=>a.text)
const run=(name:string,f:(i:number)=>any)=>{const c=process.cpuUsage();let n=0;for(let i=0;i<N;i++){if(f(i))n++}const d=process.cpuUsage(c);return [name,(d.user+d.system)/N,n] as const}
const best:Record<string,number[]>={}
for(let r=0;r<5;r++)for(const [name,us,n] of [
 run('maxmind',i=>mm.get(texts[i])),run('mmdb-lib today',i=>lib.getWithPrefixLength(texts[i]!)[0]),
 run('ranges locate',i=>rf.locate(addrs[i]!.words).record),
 run('ranges record',i=>{const l=rf.locate(addrs[i]!.words);return l.record&&rf.record(l.record)}),
 run('ranges from text',i=>{const l=rf.locate(parseAddress(texts[i]!)!.words);return l.record&&rf.record(l.record)}),
 run('parse',i=>parseAddress(texts[i]!)),
])(best[name+' '+n]??=[]).push(us)
for(const k in best)console.log('IPv'+v,k.padEnd(30),best[k]!.map(x=>x.toFixed(3)).join(' '))
}
