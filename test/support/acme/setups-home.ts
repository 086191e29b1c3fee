// Set-ups at a home behind a router, asked for by its owner.
import type { Setup } from './setup.ts'

export const HOME_SETUPS: readonly Setup[] = [
  {
    title: 'at home: rules, a server listens',
    label: 'home',
    home: { rule: true, listens: true },
    expected: { 'http-01': 'would-work', 'tls-alpn-01': 'would-work', 'dns-01': 'would-work' },
    always: true,
  },
  {
    title: 'at home: no rules in the router',
    label: 'home-no-rule',
    silent: ['http-01', 'tls-alpn-01'],
    home: { rule: false, listens: true },
    expected: { 'http-01': 'would-fail', 'tls-alpn-01': 'would-fail', 'dns-01': 'would-work' },
    problems: { 'http-01': ['address-silent'], 'tls-alpn-01': ['address-silent'] },
  },
  {
    title: 'at home: rules, nothing listens until the client does',
    label: 'home-standalone',
    home: { rule: true, listens: false },
    expected: { 'http-01': 'cannot-tell', 'tls-alpn-01': 'cannot-tell', 'dns-01': 'would-work' },
    problems: { 'http-01': ['address-refused'], 'tls-alpn-01': ['address-refused'] },
    always: true,
  },
  {
    title: 'at home: rules, the provider blocks port 80',
    label: 'home-blocked',
    silent: ['http-01'],
    home: { rule: true, listens: true },
    onTheWay: ['ip daddr {4} tcp dport 80 drop'],
    expected: { 'http-01': 'would-fail', 'tls-alpn-01': 'would-work', 'dns-01': 'would-work' },
    problems: { 'http-01': ['address-silent'] },
  },
]
