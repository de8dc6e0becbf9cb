import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { readOwnerValue } from "~/core/form/form-owner";
import { Icon } from "~/ui/icons/icon";
import { useNavigation } from "~/ui/navigation";

/**
 * Warns, when the page becomes visible again, that another user has signed in in this browser, until they have left.
 * `cookie` is the name of the cookie with the current user's id.
 */
export function OtherPersonNotice({ owner, cookie }: { owner: string; cookie: string }) {
  const { pathname, search } = useLocation();
  const { state } = useNavigation();
  const [isOther, setOther] = useState(false);
  useEffect(() => setOther((isShown) => isShown && isOtherUser(owner, cookie)), [owner, cookie, state]);
  useEffect(() => {
    const look = () => setOther(isOtherUser(owner, cookie));
    look();
    document.addEventListener("visibilitychange", look);
    for (const event of ["focus", "pageshow"]) addEventListener(event, look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      for (const event of ["focus", "pageshow"]) removeEventListener(event, look);
    };
  }, [owner, cookie]);
  if (!isOther) return null;
  return (
    <div className="toast toast-error">
      <Icon name="circle-alert" />
      <span className="wrap-anywhere">
        Somebody else is signed in here now. This page was opened as <bdi>{readOwnerValue(owner)?.name}</bdi>, and
        nothing can be changed from it.{" "}
        <a
          href={pathname + search}
          className="underline"
          onClick={(event) => {
            event.preventDefault();
            window.location.reload();
          }}
        >
          Reload this page
        </a>
      </span>
    </div>
  );
}

function isOtherUser(owner: string, cookie: string) {
  const now = document.cookie.split("; ").find((one) => one.startsWith(`${cookie}=`));
  return now !== undefined && Number(now.slice(cookie.length + 1)) !== Number.parseInt(owner, 10);
}
