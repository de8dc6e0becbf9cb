import { useEffect, useState } from "react";
import type { Meanwhile } from "./draft";

/** How often it is asked, in milliseconds. */
const often = 15_000;

/** What happens on a ticket since its page was drawn with `seen` as its last message: asked now and then, while somebody looks at it. */
export function useMeanwhile(address: string, seen: number, drawn: Meanwhile): Meanwhile {
  const [told, setTold] = useState<Meanwhile & { seen: number }>();

  useEffect(() => {
    let over = false;
    const ask = async () => {
      if (document.visibilityState !== "visible") return;
      const answer = await fetch(`${address}?seen=${seen}`, { redirect: "manual" }).catch(() => undefined);
      if (answer?.ok && !over) setTold({ ...((await answer.json()) as Meanwhile), seen });
    };
    const timer = setInterval(() => void ask(), often);
    const askAtOnce = () => void ask();
    document.addEventListener("visibilitychange", askAtOnce);
    return () => {
      over = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", askAtOnce);
    };
  }, [address, seen]);

  return told?.seen === seen ? told : drawn;
}
