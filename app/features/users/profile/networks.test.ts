import { describe, expect, it } from "vitest";
import { addressAt, pageOf } from "./link-addresses";
import { networkOf, networks, readLinks } from "./networks";

function at(value: string, typed: string) {
  const network = networkOf(value);
  if (!network) throw new Error(`No network ${value}`);
  return addressAt(network, typed);
}

describe("the URL of a profile link", () => {
  it.each(networks.map(({ value, example }) => [value, example]))(
    "at %s is accepted as its example shows",
    (value, example) => {
      expect(at(value, example)).toEqual({ url: example });
    },
  );

  it.each([
    ["linkedin", "https://uk.linkedin.com/in/ada", "https://uk.linkedin.com/in/ada"],
    ["x", "https://mobile.twitter.com/ada", "https://mobile.twitter.com/ada"],
    ["x", "x.com/ada", "https://x.com/ada"],
    ["github", "HTTPS://GitHub.COM/Ada#repositories", "https://github.com/Ada"],
    [
      "facebook",
      "https://de-de.facebook.com/profile.php?id=100012345",
      "https://de-de.facebook.com/profile.php?id=100012345",
    ],
    ["youtube", "https://m.youtube.com/channel/UC123", "https://m.youtube.com/channel/UC123"],
    ["linkedin", "https://www.linkedin.com/in/jörg-ö/", "https://www.linkedin.com/in/j%C3%B6rg-%C3%B6/"],
    [
      "linkedin",
      "https://www.linkedin.com/company/acme?trk=public_profile&url=https://evil.example",
      "https://www.linkedin.com/company/acme",
    ],
    ["linkedin", "https://linkedin.com/school/eth", "https://linkedin.com/school/eth"],
    ["linkedin", "https://linkedin.com/pub/ada", "https://linkedin.com/pub/ada"],
    ["linkedin", "https://linkedin.com/showcase/acme", "https://linkedin.com/showcase/acme"],
    ["x", "https://x.com/ada_l/?s=20", "https://x.com/ada_l/"],
    ["x", "https://x.com/intently", "https://x.com/intently"],
    ["github", "https://github.com/ada-l?tab=repositories#top", "https://github.com/ada-l"],
    ["github", "https://github.com/searching/", "https://github.com/searching/"],
    [
      "facebook",
      "https://www.facebook.com/ada.lovelace?utm_source=mail&fbclid=1",
      "https://www.facebook.com/ada.lovelace",
    ],
    [
      "facebook",
      "https://www.facebook.com/people/Ada-Löve/100012345/",
      "https://www.facebook.com/people/Ada-L%C3%B6ve/100012345/",
    ],
    ["facebook", "https://www.facebook.com/groups/acme", "https://www.facebook.com/groups/acme"],
    [
      "facebook",
      "https://www.facebook.com/profile.php?utm_source=mail&id=100012345&next=https://evil.example",
      "https://www.facebook.com/profile.php?id=100012345",
    ],
    ["instagram", "https://www.instagram.com/ada.l/?igsh=MXg%3D", "https://www.instagram.com/ada.l/"],
    ["youtube", "https://youtube.com/@ада?si=1", "https://youtube.com/@%D0%B0%D0%B4%D0%B0"],
    ["youtube", "https://www.youtube.com/c/ada/", "https://www.youtube.com/c/ada/"],
    ["youtube", "https://www.youtube.com/user/ada", "https://www.youtube.com/user/ada"],
    ["mastodon", "https://mastodon.social/@ada?next=//evil.example", "https://mastodon.social/@ada"],
    ["mastodon", "https://fosstodon.org/@ada.l", "https://fosstodon.org/@ada.l"],
    ["mastodon", "https://mastodon.мир/@ada", "https://mastodon.xn--h1ahn/@ada"],
  ])("at %s may be %s", (value, typed, url) => expect(at(value, typed)).toEqual({ url }));

  it.each([
    [
      "github",
      "https://github.com.evil.example/ada",
      "github.com.evil.example is not GitHub: enter an address such as https://github.com/ada",
    ],
    ["github", "https://evilgithub.com/ada", "evilgithub.com is not GitHub"],
    ["github", "https://evil.github.com/ada", "evil.github.com is not GitHub"],
    ["github", "https://github.com./ada", "github.com. is not GitHub"],
    ["github", "https://gіthub.com/ada", "xn--gthub-n2e.com is not GitHub"],
    ["github", "https://github.com@evil.example/ada", "Take out what stands before “@evil.example”"],
    ["github", "https://ada:secret@github.com/ada", "Take out what stands before “@github.com”"],
    ["github", "https://github.com:8443/ada", "Take the port, “:8443”, out of the address"],
    ["github", "http://github.com/ada", "Begin the address with https://"],
    ["github", "//github.com/ada", "Begin the address with https://"],
    ["github", "javascript:alert(1)//github.com/", "Begin the address with https://"],
    ["github", "github.com:443/ada", "Begin the address with https://"],
    ["github", "https://github.com\\@evil.example", "Enter a whole address"],
    ["github", "https://evil.example\\.github.com/ada", "Enter a whole address"],
    ["github", "https://", "Enter a whole address"],
    ["github", "https://github.com/", "Enter the address of your own page at GitHub"],
    ["github", "https://gitlab.com/ada", "gitlab.com is not GitHub"],
    ["github", "https://www.youtube.com/@ada", "www.youtube.com is YouTube: choose YouTube"],
    ["linkedin", "https://evil.linkedin.com/in/ada", "evil.linkedin.com is not LinkedIn"],
    ["x", "https://netflix.com/ada", "netflix.com is not X"],
    ["mastodon", "https://www.youtube.com/@ada", "www.youtube.com is YouTube"],
    ["mastodon", "https://mastodon.social/ada", "Enter the address of your own page at Mastodon"],
    ["mastodon", "https://127.0.0.1/@ada", "Enter the name of a server"],
    ["mastodon", "https://[::1]/@ada", "Enter the name of a server"],
    ["mastodon", "https://0x7f.1/@ada", "Enter the name of a server"],
    ["mastodon", "https://localhost/@ada", "Enter the name of a server"],
  ])("at %s may not be %s", (value, typed, why) =>
    expect(at(value, typed)).toEqual({ error: expect.stringContaining(why) }),
  );

  it.each([
    ["linkedin", "linkedin.com/redir/redirect?url=https://evil.example"],
    ["linkedin", "linkedin.com/in"],
    ["linkedin", "linkedin.com/in/"],
    ["linkedin", "linkedin.com/in/..%2Fredir%2Fredirect"],
    ["linkedin", "linkedin.com/in/../redir/redirect?url=https://evil.example"],
    ["linkedin", "linkedin.com/in/ada/detail"],
    ["linkedin", "linkedin.com/feed"],
    ["x", "x.com//"],
    ["x", "x.com//ada"],
    ["x", "x.com/i/redirect?url=https://evil.example"],
    ["x", "x.com/intent?url=https://evil.example"],
    ["x", "x.com/Share/"],
    ["x", "x.com/home"],
    ["x", "x.com/search?q=ada"],
    ["x", "x.com/login"],
    ["x", "x.com/ada/status/1"],
    ["github", "https://github.com//"],
    ["github", "github.com/login?return_to=/evil"],
    ["github", "github.com/settings"],
    ["github", "github.com/search/?q=ada"],
    ["github", "github.com/ada/repository"],
    ["github", "github.com/ada%2Frepository"],
    ["facebook", "facebook.com/flx/warn/?u=https://evil.example"],
    ["facebook", "facebook.com/l.php?u=https://evil.example"],
    ["facebook", "facebook.com/L.PHP/?u=https://evil.example"],
    ["facebook", "facebook.com/sharer?u=https://evil.example"],
    ["facebook", "facebook.com/login/?next=https://evil.example"],
    ["facebook", "facebook.com/profile.php"],
    ["facebook", "facebook.com/profile.php?id=ada"],
    ["facebook", "facebook.com/profile.php?next=https://evil.example"],
    ["facebook", "facebook.com/people/ada"],
    ["facebook", "facebook.com/people/ada/lovelace"],
    ["facebook", "facebook.com/groups/"],
    ["instagram", "instagram.com/accounts/login/?next=/evil"],
    ["instagram", "instagram.com/accounts"],
    ["instagram", "instagram.com/p/abc"],
    ["youtube", "youtube.com/redirect?q=https://evil.example"],
    ["youtube", "youtube.com/watch?v=abc"],
    ["youtube", "youtube.com/@"],
    ["youtube", "youtube.com/channel"],
    ["youtube", "youtube.com/@ada/videos"],
    ["mastodon", "mastodon.social/@ada/1"],
  ])("at %s is not a person's own page: %s", (value, typed) =>
    expect(at(value, typed)).toEqual({
      error: expect.stringContaining(`Enter the address of your own page at ${networkOf(value)?.title}`),
    }),
  );

  it("is the same page with another subdomain, capitals or a slash, but not on another server", () => {
    const github = pageOf({ network: "github", url: "https://github.com/ada" });
    expect(pageOf({ network: "github", url: "https://www.github.com/Ada/" })).toBe(github);
    expect(pageOf({ network: "github", url: "https://github.com/ben" })).not.toBe(github);
    const toot = (host: string) => pageOf({ network: "mastodon", url: `https://${host}/@ada` });
    expect(toot("mastodon.social")).not.toBe(toot("fosstodon.org"));
  });
});

it("links are shown with the network's name, whatever the journal contains", () => {
  expect(
    readLinks([
      { network: "github", url: "https://github.com/ada" },
      { network: "gone", url: "https://gone.example" },
      "odd",
    ]),
  ).toEqual(["GitHub: https://github.com/ada", "gone: https://gone.example", "odd"]);
  expect(readLinks(null)).toBeNull();
});
