import { loginWords } from "#pwa/i18n/login";

/** The e-mail address that a step of signing in is about, and the way back to another one. */
export const AddressLine = ({ email, onChange }: { email: string; onChange: () => void }) => (
  <div className="row wrap between g2">
    <b className="m address">
      <bdi dir="ltr">{email}</bdi>
    </b>
    <button type="button" className="link u sm" onClick={onChange}>
      {loginWords.change}
    </button>
  </div>
);
