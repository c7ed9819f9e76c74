import { useId } from "react";
import { fileFieldWords as words } from "#pwa/i18n/file-field";

// Here and not in a file of styles: each page that loads such a file names it, also those that people have offline.
const over = { position: "absolute", inset: 0, inlineSize: "100%", opacity: 0, cursor: "pointer" } as const;

type Props = {
  label: string;
  /** As the attribute of the browser's own field. */
  accept: string;
  /** The name of the file that was chosen last. */
  name?: string;
  help?: string;
  /** Why what was chosen cannot be read; shown in place of the help. */
  trouble?: string;
  disabled?: boolean;
  onChoose: (file: File | undefined) => void;
};

/** Asks for a file, by choosing or dropping it. The browser's own field is not seen, since its words are of the browser's language. */
export function FileField({ label, accept, name, help, trouble, disabled, onChoose }: Props) {
  const id = useId();
  const said = trouble || help;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="inp" style={{ position: "relative", flexWrap: "wrap", padding: 4, opacity: disabled ? 0.5 : 1 }}>
        <input
          id={id}
          type="file"
          style={over}
          accept={accept}
          disabled={disabled}
          aria-describedby={`${id}-name${said ? ` ${id}-said` : ""}`}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = ""; // the same file may be chosen again
            onChoose(file);
          }}
        />
        <span className="btn soft" aria-hidden="true">
          {name ? words.other : words.choose}
        </span>
        <bdi
          className={name ? "grow" : "grow t2"}
          id={`${id}-name`}
          style={{ flexBasis: "7rem", minInlineSize: 0, overflowWrap: "anywhere" }}
        >
          {name || words.none}
        </bdi>
      </div>
      {said && (
        <p className={trouble ? "help err" : "help"} id={`${id}-said`} role={trouble ? "alert" : undefined}>
          {said}
        </p>
      )}
    </div>
  );
}
