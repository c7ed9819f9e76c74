import type { ReactNode } from "react";
import { Field } from "#pwa/ui/field";

type Props = {
  title: string;
  searchLabel: string;
  words: string;
  onWords: (words: string) => void;
  /** Beside the search. */
  filter?: ReactNode;
  /** What was found. */
  children: ReactNode;
};

/** A page on which an operator looks for something by words. */
export function SearchPage({ title, searchLabel, words, onWords, filter, children }: Props) {
  return (
    <>
      <h1>{title}</h1>
      <div className="kfind mt4">
        <Field
          label={searchLabel}
          icon="search"
          type="search"
          value={words}
          maxLength={100}
          onChange={(event) => onWords(event.target.value)}
        />
        {filter}
      </div>
      <div className="mt4">{children}</div>
    </>
  );
}
