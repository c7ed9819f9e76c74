import type { ReactNode } from "react";
import { Icon, type IconName } from "#pwa/ui/icon";

export type Tone = "ok" | "warn" | "bad" | "info" | "mute";

/** A state in a picture and a word, never by colour alone. */
export const StatusChip = ({ tone, icon, children }: { tone: Tone; icon: IconName; children: ReactNode }) => (
  <span className={`st ${tone}`}>
    <Icon name={icon} size="xs" />
    {children}
  </span>
);
