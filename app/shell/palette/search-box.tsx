import { Form, useRouteLoaderData } from "@remix-run/react";
import { type ComponentType, type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { loader as rootLoader } from "~/root";
import { buttonClass } from "~/ui/button";
import { Icon } from "~/ui/icons/icon";
import { onMac, type Shortcut, shortcutOf, useKeyName } from "./shortcuts";

/** Dialogs opened over the page. Their scripts load on first use. */
const parts = {
  palette: () => import("./palette"),
  sheet: () => import("./shortcut-sheet"),
} satisfies Record<Shortcut, () => Promise<{ default: ComponentType<PartProps> }>>;

export interface PartProps {
  userId: number;
  /** Input with what was typed while the dialog was loading. */
  box: RefObject<HTMLInputElement | null>;
  /** Whether global keyboard shortcuts are on. */
  shortcuts: boolean;
  onClose: () => void;
  onSheet: () => void;
}

const preload = () => void parts.palette().catch(() => undefined);

/** Whether the user has left the keyboard shortcuts on. */
export const useShortcutsOn = () => useRouteLoaderData<typeof rootLoader>("root")?.chosen.shortcuts !== "off";

/**
 * The header's search: a form that leads to the results and, with scripts, opens the command palette on a press or a
 * letter, but not on Tab. The box takes input until the palette has loaded.
 */
export function SearchBox({ userId }: { userId: number }) {
  const box = useRef<HTMLInputElement>(null);
  const { opened, open, close } = usePart();
  const shortcuts = useShortcutsOn();
  const key = useKeyName("K");
  useShortcuts(shortcuts, (shortcut) => {
    if (opened?.name === shortcut) return close();
    void open(shortcut);
    if (shortcut === "palette") box.current?.focus(); // receives letters typed before the palette has loaded
  });

  const openPalette = () => void open("palette");
  return (
    <>
      <Form
        method="get"
        action="/search"
        role="search"
        className="with-icon me-auto w-80 min-w-(--size-search) max-lg:hidden"
        onPointerEnter={preload}
        onSubmit={() => close()}
      >
        <Icon name="search" />
        <input
          ref={box}
          className="input border-border-strong! shadow-none!"
          type="search"
          name="q"
          placeholder="Type a command or search..."
          aria-label="Search"
          maxLength={200}
          autoComplete="off"
          onFocus={preload}
          onClick={openPalette}
          onInput={(event) => (event.nativeEvent as InputEvent).isComposing || openPalette()}
          onCompositionEnd={openPalette}
        />
        {shortcuts && (
          <kbd className="kbd" aria-hidden>
            {key}
          </kbd>
        )}
      </Form>
      <a
        href="/search"
        className={buttonClass({ variant: "ghost", size: "icon" }, "lg:hidden!")}
        aria-label="Search"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={(event) => openInstead(event, open)}
      >
        <Icon name="search" />
      </a>
      {opened && (
        <opened.Part
          userId={userId}
          box={box}
          shortcuts={shortcuts}
          onClose={() => close(opened.name)}
          onSheet={() => void open("sheet")}
        />
      )}
    </>
  );
}

/** Opens the palette instead of following the link, unless it cannot be loaded. */
function openInstead(event: MouseEvent<HTMLAnchorElement>, open: (name: Shortcut) => Promise<boolean>) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  void open("palette").then((isOpen) => isOpen || location.assign(href));
}

/**
 * Returns the dialog that is open. `open` resolves to false if it could not be loaded, in which case the box stays a
 * form.
 */
function usePart() {
  const [opened, setOpened] = useState<{ name: Shortcut; Part: ComponentType<PartProps> }>();
  const wanted = useRef<Shortcut>(undefined);
  const before = useRef<Element | null>(null);
  async function open(name: Shortcut): Promise<boolean> {
    if (!wanted.current) before.current = document.activeElement;
    wanted.current = name;
    try {
      const { default: Part } = await parts[name]();
      if (wanted.current !== name) return true;
      // Popovers are in the browser's top layer and would cover the dialog.
      for (const popover of document.querySelectorAll<HTMLElement>("[popover]:popover-open")) popover.hidePopover();
      setOpened({ name, Part });
      return true;
    } catch {
      if (wanted.current === name) wanted.current = undefined;
      return false;
    }
  }
  /**
   * Closes the dialog with this name, or any. The name matters because the sheet reports its closing late, when the
   * palette may have replaced it.
   */
  function close(name = wanted.current) {
    if (wanted.current === name) wanted.current = undefined;
    setOpened((now) => (now?.name === name ? undefined : now));
  }
  useEffect(() => {
    if (opened) return;
    // Runs after Headless UI, which would return the focus to the box.
    queueMicrotask(() => {
      if (before.current instanceof HTMLElement && !wanted.current) before.current.focus({ preventScroll: true });
      if (!wanted.current) before.current = null;
    });
  }, [opened]);
  return { opened, open, close };
}

function useShortcuts(on: boolean, act: (shortcut: Shortcut) => void) {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!on) return;
    function listen(event: KeyboardEvent) {
      const shortcut = shortcutOf(event, onMac());
      if (!shortcut) return;
      event.preventDefault();
      latest.current(shortcut);
    }
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [on]);
}
