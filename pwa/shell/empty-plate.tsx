/** A plate with crumbs, between fork and knife. */
export const EmptyPlate = () => (
  <svg viewBox="-6 4 254 200" width="264" aria-hidden="true">
    <defs>
      <radialGradient id="nf">
        <stop offset=".78" stopColor="#1b1207" stopOpacity=".3" />
        <stop offset="1" stopColor="#1b1207" stopOpacity="0" />
      </radialGradient>
      <linearGradient id="ng" x2="1" y2="1">
        <stop stopColor="#fffdf6" />
        <stop offset="1" stopColor="#e4d9c4" />
      </linearGradient>
    </defs>
    <circle cx="124" cy="106" r="92" fill="url(#nf)" />
    <circle cx="120" cy="100" r="84" fill="url(#ng)" />
    <circle cx="120" cy="100" r="62" fill="#f4ecdc" />
    <circle cx="120" cy="100" r="60" fill="#fffaf0" />
    <g fill="none" stroke="#b8a988" strokeOpacity=".8">
      <circle cx="120" cy="100" r="79" strokeWidth="1.2" />
      <circle cx="120" cy="100" r="73" strokeWidth="3.6" strokeLinecap="round" strokeDasharray="0 9.17" />
      <circle cx="120" cy="100" r="67" strokeWidth="1.2" />
    </g>
    <g fill="#7d9145" fillOpacity=".85">
      <circle cx="98" cy="112" r="2.6" />
      <circle cx="132" cy="86" r="2" />
      <circle cx="140" cy="120" r="2.4" />
    </g>
    <path
      fill="#c98d3d"
      d="M108 92q6-4 9 1-1 6-7 5-4-2-2-6M134 108q5-2 6 2-2 4-6 3-2-3 0-5M116 124q4-3 7 0-1 5-5 4-3-1-2-4"
    />
    <g stroke="#99a2a6" strokeWidth="5" strokeLinecap="round" strokeLinejoin="round" fill="none">
      <path d="M12 78v78M4 46v22q0 10 8 10t8-10V46M12 46v26" />
      <path d="M228 156v-52" />
    </g>
    <path d="M225.5 106V46c7 4 13 18 13 40 0 10-4 16-8 18z" fill="#99a2a6" />
  </svg>
);
