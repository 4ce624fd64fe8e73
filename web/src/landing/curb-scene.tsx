/** Draws a van that has stopped behind a car at the curb. This is only decoration. */
export function CurbScene() {
  return (
    <svg
      viewBox="0 0 520 340"
      className="w-full text-ink"
      fill="none"
      stroke="currentColor"
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {/* The street: houses as outlines, a lamp, the curb. */}
      <g className="text-line-strong" stroke="currentColor" strokeWidth="3">
        <path d="M8 296V120l54-44 54 44v26h60V96h84v50h36V70l52-36 52 36v60h52v-30h60v196" />
        <path d="M52 112h20v22H52zM204 124h24v24h-24zM326 96h22v28h-22zM366 96h22v28h-22z" />
      </g>
      <path d="M2 300h516" strokeWidth="5" />
      <path
        d="M30 322h60M140 322h60M250 322h60M360 322h60M470 322h40"
        className="text-line-strong"
        stroke="currentColor"
      />
      {/* The van. */}
      <path
        d="M24 282V176a12 12 0 0 1 12-12h146c8 0 13 3 17 9l28 43 24 8c9 3 13 9 13 18v40z"
        className="fill-sheet"
      />
      <path d="M156 164v118M156 188h28l20 32h-48z" className="fill-well" />
      <path d="M24 214h132" />
      <path d="M168 240h14" />
      <path d="M264 250h-14" />
      <g transform="translate(64 163) scale(1.65)">
        <path
          d="M21.9 6.3a6 6 0 0 0-7.6 7.4l-6 6 2.9 2.9 6-6a6 6 0 0 0 7.5-7.6l-3.5 3.5-2.7-.6-.6-2.7z"
          className="fill-ink"
          stroke="none"
        />
      </g>
      <path d="M62 164v-14h58v14" />
      {/* The car, its hood open. */}
      <path d="M344 230l28-36c4-5 9-7 15-7h44c7 0 13 3 17 8l25 35z" className="fill-sheet" />
      <path
        d="M306 282v-32c0-10 5-15 15-17l23-3h126l24 5c10 2 14 9 14 19v28z"
        className="fill-sheet"
      />
      <path
        d="M358 226l22-24c2-3 5-4 9-4h16v28zM418 198h12c4 0 8 2 10 5l15 23h-37z"
        className="fill-well"
      />
      <path d="M342 229l-42-46 10-9 46 47z" className="fill-sheet" />
      <path d="M318 236l-4-38" strokeWidth="3" />
      <path d="M312 242h12" />
      <path d="M411 246h14" />
      {/* The wheels on the road. */}
      <g className="fill-sheet">
        <circle cx="74" cy="282" r="20" />
        <circle cx="214" cy="282" r="20" />
        <circle cx="352" cy="282" r="19" />
        <circle cx="464" cy="282" r="19" />
      </g>
      <g className="fill-ink" stroke="none">
        <circle cx="74" cy="282" r="6" />
        <circle cx="214" cy="282" r="6" />
        <circle cx="352" cy="282" r="6" />
        <circle cx="464" cy="282" r="6" />
      </g>
    </svg>
  );
}
