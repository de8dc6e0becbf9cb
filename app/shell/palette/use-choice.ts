import { useLocation, useNavigate, useSubmit } from "@remix-run/react";
import { useState } from "react";
import { isPage } from "~/ui/links";
import { useOwnerField } from "~/ui/owned-form";
import { usePreferences } from "~/ui/preference-form";
import type { Act } from "./entries";
import { copyText } from "./copy-text";
import { keepRecent } from "./recents";
import type { Mode, DisplayedEntry } from "./use-entries";

interface Ways {
  userId: number;
  onClose: () => void;
  onSheet: () => void;
  enter: (mode: Mode) => void;
}

/** Actions that keep the palette open or replace it. */
const actsKeepingPalette = new Set<Act>(["calculator", "emoji", "shortcuts"]);

/**
 * Returns a function that runs an entry. `copied` is the text last copied, `refused` the one that the browser refused
 * to copy.
 */
export function useChoice({ userId, onClose, onSheet, enter }: Ways) {
  const navigate = useNavigate();
  const acts = useActs({ onSheet, enter });
  const [copied, setCopied] = useState<string>();
  const [refused, setRefused] = useState<string>();
  async function keep(text: string) {
    try {
      await copyText(text);
      setCopied(text);
      setRefused(undefined);
    } catch {
      setRefused(text);
    }
  }

  function choose({ href, act, copy, title, icon, lasting }: DisplayedEntry) {
    if (copy !== undefined) return void keep(copy);
    if (!act || !actsKeepingPalette.has(act)) onClose();
    if (act) return acts[act]();
    if (!href) return;
    if (lasting) keepRecent(userId, { title, href, icon });
    if (isPage(href)) navigate(href);
    else location.assign(href);
  }
  return { choose, copied, refused };
}

function useActs({ onSheet, enter }: Pick<Ways, "onSheet" | "enter">): Record<Act, () => void> {
  const change = usePreferences();
  const submit = useSubmit();
  const owner = useOwnerField();
  const { pathname, search } = useLocation();
  const html = () => document.documentElement;
  return {
    calculator: () => enter("calculator"),
    emoji: () => enter("emoji"),
    shortcuts: onSheet,
    theme: () => change({ theme: html().classList.contains("dark") ? "light" : "dark" }),
    direction: () => change({ direction: html().dir === "rtl" ? "ltr" : "rtl" }),
    logout: () => submit({ ...owner, from: pathname + search }, { method: "post", action: "/logout" }),
  };
}
