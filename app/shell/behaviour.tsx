import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { menuKeys } from "~/ui/overlay/menu-keys";
import { sendKey } from "~/ui/form/send-key";
import { popDetails } from "~/ui/overlay/pop-details";
import { mainId } from "./frame";
import { preloadScripts } from "./preload";
import { leadsBack, pageOf } from "~/ui/links";
import { shownPage } from "~/ui/shown-page";

/**
 * What scripts add to every page, in one place: fast links, menus and charts by arrow keys, and saying where one has
 * arrived.
 */
export function Behaviour() {
  useFastLinks();
  useEffect(() => preloadScripts(document), []);
  useEffect(() => menuKeys(document), []);
  useEffect(() => popDetails(document), []);
  useEffect(() => sendKey(document), []);
  useEffect(shortAddresses, []);
  useEffect(closeDrawerWhenWide, []);
  const arrived = useArrival();
  const busy = useNavigation().state !== "idle";
  return (
    <>
      {busy && <div className="progress" />}
      <p className="sr-only" aria-live="polite">
        {arrived}
      </p>
    </>
  );
}

/** Rows are plain links: one handler for all of them costs less than a component for each. */
function useFastLinks() {
  const navigate = useNavigate();
  useEffect(() => {
    function follow(event: MouseEvent) {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
      const to = link && pageOf(link, event, location);
      if (!to) return;
      event.preventDefault();
      // What narrows a list stays in sight, and its menu closes also where the address stays the same.
      const inFilters = link.closest(".filters") !== null;
      navigate(to, {
        replace: to === location.pathname + location.search,
        preventScrollReset: inFilters,
        state: leadsBack(link, location) && "back",
      });
      link.closest<HTMLElement>("[popover]")?.hidePopover();
    }
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [navigate]);
}

/**
 * On another page open popovers close, the focus goes to its beginning, unless a field or a row has taken it, and its
 * title is said. On the same one, a menu that was opened while its list was on its way stays open.
 */
function useArrival() {
  const { pathname, search } = useLocation();
  const before = useRef(pathname);
  const [arrived, setArrived] = useState("");
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    for (const popover of document.querySelectorAll<HTMLElement>("[popover]:popover-open")) popover.hidePopover();
    const main = document.getElementById(mainId);
    if (!location.hash && !main?.querySelector("input:focus, .rows-open a:focus")) main?.focus({ preventScroll: true });
    setArrived(document.title);
  }, [pathname]);
  useEffect(() => void (shownPage.href = pathname + search), [pathname, search]);
  return arrived;
}

/** Questions with an empty answer stay out of the address. */
function shortAddresses() {
  function leaveOutEmpty(event: FormDataEvent) {
    if (!(event.target instanceof HTMLFormElement) || event.target.getAttribute("method") !== "get") return;
    for (const [name, value] of [...event.formData]) if (value === "") event.formData.delete(name);
  }
  document.addEventListener("formdata", leaveOutEmpty);
  return () => document.removeEventListener("formdata", leaveOutEmpty);
}

/** A drawer that is open while the window grows would stay on top of the column it becomes. */
function closeDrawerWhenWide() {
  const wide = matchMedia("(width >= 64rem)");
  const close = () => wide.matches && document.querySelector<HTMLElement>(".sidebar:popover-open")?.hidePopover();
  wide.addEventListener("change", close);
  return () => wide.removeEventListener("change", close);
}
