import { type FormEvent, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { companyIn } from "#pwa/auth/registration/company-in";
import { registerClient } from "#pwa/auth/registration/register-client";
import { SignUp, whoOf } from "#pwa/auth/registration/sign-up";
import { AuthFrame } from "#pwa/auth/sign-in";
import { AddressFields, addressFaults, noAddress } from "#pwa/forms/address-fields";
import { keptForm } from "#pwa/forms/kept-form";
import { registerWords } from "#pwa/i18n/register";
import { useSession } from "#pwa/offline/session";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { Segment } from "#pwa/ui/segment";
import "#pwa/forms/form.css";

/** Under which what was typed is kept. */
const page = "register";

type Kind = "myself" | "company";

/** Leads staff to their company's registration page, or registers a Cash client, who goes on with what they began. */
export function RegisterPage() {
  const signedIn = useSession((session) => session.signedIn);
  const [kind, setKind] = useState<Kind>(() => (keptForm(page, "tab") ? "myself" : "company"));
  const choose = (
    <div className="mt6">
      <Segment<Kind>
        label={registerWords.who}
        value={kind}
        onChange={setKind}
        options={[
          { value: "company", label: registerWords.company },
          { value: "myself", label: registerWords.myself },
        ]}
      />
    </div>
  );
  if (kind === "company" && !signedIn) {
    return (
      <AuthFrame>
        <h1>{registerWords.title}</h1>
        {choose}
        <FindCompany />
      </AuthFrame>
    );
  }
  return (
    <SignUp
      page={page}
      title={registerWords.title}
      text={registerWords.text}
      signInPath="/login"
      mobileNeeded
      start={{ name: "", email: "", mobile: "", ...noAddress }}
      check={addressFaults}
      register={(values) =>
        registerClient({
          ...whoOf(values),
          address_label: values.address_label.trim(),
          address_line: values.address_line.trim(),
          area_timing_id: values.area_timing_id,
        })
      }
      first={choose}
    >
      {(form) => (
        <fieldset className="fields">
          <legend className="h3">{registerWords.addressTitle}</legend>
          <AddressFields form={form} />
        </fieldset>
      )}
    </SignUp>
  );
}

function FindCompany() {
  const [link, setLink] = useState("");
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const find = (event: FormEvent) => {
    event.preventDefault();
    const id = companyIn(link);
    if (id) return void navigate(`/company/${id}/register`);
    setError(registerWords.linkWrong);
    form.current?.querySelector("input")?.focus();
  };
  return (
    <form ref={form} className="fields mt6" noValidate onSubmit={find}>
      <Field
        label={registerWords.link}
        help={registerWords.linkHelp}
        error={error}
        name="link"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={300}
        value={link}
        onChange={(event) => {
          setLink(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" look="pri" size="lg" full>
        {registerWords.findCompany}
      </Button>
      <p className="sm t2 join">
        {registerWords.noLink}{" "}
        <Link className="link u sm" to="/subscription">
          {registerWords.registerCompany}
        </Link>
      </p>
    </form>
  );
}
