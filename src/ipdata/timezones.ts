import pkg from '../../package.json' with { type: 'json' }
import type { Dataset } from './embedded.ts'

/** The source of time zones that are derived from coordinates. */
export const TIMEZONES: Dataset = {
  id: 'timezone',
  name: 'Time zone boundaries (timezone-boundary-builder, simplified by tz-lookup)',
  source: `npm:@photostructure/tz-lookup@${pkg.dependencies['@photostructure/tz-lookup']}`,
  licence: 'ODbL 1.0',
  licenceUrl: 'https://opendatacommons.org/licenses/odbl/1-0/',
  attribution: '© OpenStreetMap contributors',
  attributionUrl: 'https://www.openstreetmap.org/copyright',
  buildDate: '2026-09-16',
  records: null,
}
