import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { menuKeys } from "~/ui/overlay/menu-keys";
import { sendKey } from "~/ui/form/send-key";
import { popDetails } from "~/ui/overlay/pop-details";
import { mainId } from "./frame";
import { preloadPointed, preloadScripts } from "./preload";
import { isLinkUp, pageOf } from "~/ui/links";
import { shownPage } from "~/ui/shown-page";
import { useNavigation } from "~/ui/navigation";

/**
 * Behaviour that scripts add to every page: client-side links, arrow keys in menus and charts, and announcing
 * navigation.
 */
export function Behaviour() {
  useFastLinks();
  useEffect(preloadPointed, []);
  useEffect(() => menuKeys(document), []);
  useEffect(() => popDetails(document), []);
  useEffect(() => sendKey(document), []);
  useEffect(shortAddresses, []);
  useEffect(closeDrawerWhenWide, []);
  const arrived = useArrival();
  return (
    <>
      <Progress />
      <p className="sr-only" aria-live="polite">
        {arrived}
      </p>
    </>
  );
}

/** Shows that a page is being loaded. */
function Progress() {
  return <div className="progress" hidden={useNavigation().state === "idle"} />;
}

/** Handles clicks on all plain links in one listener, which costs less than a component for each row. */
function useFastLinks() {
  const navigate = useNavigate();
  useEffect(() => {
    function follow(event: MouseEvent) {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
      const to = link && pageOf(link, event, location);
      if (!to) return;
      event.preventDefault();
      // Filter links keep the scroll position, and close their menu even if the address does not change.
      const inFilters = link.closest(".filters") !== null;
      setTimeout(() => preloadScripts(link.pathname)); // after the page's data has been requested
      navigate(to, {
        replace: to === location.pathname + location.search,
        preventScrollReset: inFilters,
        state: isLinkUp(link, location) && "back",
      });
      link.closest<HTMLElement>("[popover]")?.hidePopover();
    }
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [navigate]);
}

/**
 * After navigation to another page: closes popovers, moves the focus to the page's start unless a field or row has it,
 * and returns the title to announce. On the same page, a menu opened while its list was loading stays open.
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

/** Leaves empty fields out of the address of GET forms. */
function shortAddresses() {
  function leaveOutEmpty(event: FormDataEvent) {
    if (!(event.target instanceof HTMLFormElement) || event.target.getAttribute("method") !== "get") return;
    for (const [name, value] of [...event.formData]) if (value === "") event.formData.delete(name);
  }
  document.addEventListener("formdata", leaveOutEmpty);
  return () => document.removeEventListener("formdata", leaveOutEmpty);
}

/** Closes the open drawer when the window grows, because it would stay above the column that it becomes. */
function closeDrawerWhenWide() {
  const wide = matchMedia("(width >= 64rem)");
  const close = () => wide.matches && document.querySelector<HTMLElement>(".sidebar:popover-open")?.hidePopover();
  wide.addEventListener("change", close);
  return () => wide.removeEventListener("change", close);
}
