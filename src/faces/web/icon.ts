/** The icon of the browser's tab, a doorstep, as SVG. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3.5" fill="#0c5f56"/><path d="M5 11.5V4.5h6v7M2.8 12.2h10.4" fill="none" stroke="white" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"/></svg>'
