import { describe, expect, test } from 'bun:test'
import { readGateway } from '../../../../src/router/login/gateway.ts'
import { refused } from './refused.ts'

describe('the gateway', () => {
  test.each(['192.168.0.1', '10.0.0.1', '172.16.0.1', '172.31.255.254', '172.30.1.254'])('%s is taken', (text) => {
    expect(readGateway(text)).toBe(text)
  })

  test.each([
    ['router', /is not an IP address/, /IP 주소가 아닙니다/],
    ['http://192.168.0.1', /without http/, /http/],
    ['192.168.0.1:8899', /is not an IP address/, /IP 주소가 아닙니다/],
    ['192.168.0.01', /is not an IP address/, /IP 주소가 아닙니다/],
    [' 192.168.0.1', /spaces/, /공백/],
    ['fe80::1', /IPv6/, /IPv6/],
    ['fe80::1%eth0', /IPv6/, /IPv6/],
    ['[fe80::1%25en0]', /IPv6/, /IPv6/],
    ['fd00::1', /IPv6/, /IPv6/],
    ['169.254.7.1', /no answer from a router/, /주소를 받지 못한/],
    ['100.64.0.1', /mobile data/, /모바일 데이터/],
    ['8.8.8.8', /WAN address/, /WAN\) 주소/],
    ['172.32.0.1', /WAN address/, /WAN\) 주소/],
    ['192.168.0.0', /whole network/, /네트워크 전체/],
    ['192.168.0.255', /whole network/, /네트워크 전체/],
    ['127.0.0.1', /routers do not use/, /쓰이지 않습니다/],
    ['0.0.0.0', /routers do not use/, /쓰이지 않습니다/],
    ['203.0.113.1', /routers do not use/, /쓰이지 않습니다/],
  ])('%s is refused with the reason', (text, english, korean) => {
    const { code, particulars, detail } = refused(() => readGateway(text))
    expect([code, particulars.field]).toEqual(['invalid-target', 'gateway'])
    expect(detail('en')).toMatch(english)
    expect(detail('ko')).toMatch(korean)
  })
})
