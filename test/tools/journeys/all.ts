import { BOXES } from './boxes.ts'
import { BRIDGED } from './bridged.ts'
import { CARRIER_NAT } from './carrier-nat.ts'
import { CONSOLES } from './consoles.ts'
import { DOUBLE_NAT } from './double-nat.ts'
import { FACTS } from './facts.ts'
import { IN_THEIR_WORDS } from './in-their-words.ts'
import { ISP_BOXES } from './isp-boxes.ts'
import { FAR_ISP_BOXES } from './isp-boxes-far.ts'
import { MORE_ISP_BOXES } from './isp-boxes-more.ts'
import type { Journey } from './journey.ts'
import { KOREA } from './korea.ts'
import { KOREAN_BOXES } from './korean-boxes.ts'
import { LOCKED_OUT } from './locked-out.ts'
import { LOGINS } from './logins.ts'
import { MESH_AND_APPS } from './mesh-and-apps.ts'
import { NAMES } from './names.ts'
import { ODD_SPELLINGS } from './odd-spellings.ts'
import { OFFLINE } from './offline.ts'
import { PLANS } from './plans.ts'
import { REFUSALS } from './refusals.ts'
import { RISKY_SERVICES } from './risky-services.ts'
import { SERVERS_AT_HOME } from './servers-at-home.ts'
import { SERVICES } from './services.ts'
import { SHARED_LINES } from './shared-lines.ts'

/** All journeys, by theme. */
export const JOURNEYS: Readonly<Record<string, readonly Journey[]>> = {
  'Korea, a router of their own': KOREA,
  'Korea, the box of the provider': KOREAN_BOXES,
  'boxes of providers in America and Britain': ISP_BOXES,
  'boxes of providers further away': FAR_ISP_BOXES,
  'boxes of providers with ways of their own': MORE_ISP_BOXES,
  'boxes and the labels on their screens': BOXES,
  'mesh and apps': MESH_AND_APPS,
  'two routers in a row': DOUBLE_NAT,
  'two boxes, one router': BRIDGED,
  'no public address': CARRIER_NAT,
  'services that are better not opened': RISKY_SERVICES,
  'the state of the connection': OFFLINE,
  'how people write': ODD_SPELLINGS,
  'what is asked back or refused': REFUSALS,
  'services in the words of a forum': IN_THEIR_WORDS,
  'consoles and their NAT types': CONSOLES,
  'lines that are shared': SHARED_LINES,
  'locked out of the router': LOCKED_OUT,
  'servers at home': SERVERS_AT_HOME,
  'services by their names': SERVICES,
  'getting into the router': LOGINS,
  'names and words for lines': NAMES,
  'plans as steps': PLANS,
  'facts that decide': FACTS,
}
