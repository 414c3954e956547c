/** Networks that somebody publishes, so that others let them pass. */
export interface PublishedNetworks {
  /** Whose networks these are, as a message names them. */
  readonly owner: string;
  /** The day of the data, which a message names, since networks change. */
  readonly date: string;
  readonly source: string;
  /** What comes from there, and what to do, as a clause. */
  readonly advice: string;
  /** Sorted by family and address. Neighbours are joined. */
  readonly networks: readonly string[];
}

/** Refresh: write the lists of the sources, with neighbours joined, and the day. The test of this file checks their order. */
export const PUBLISHED: readonly PublishedNetworks[] = [
  {
    owner: "the vendor's own edge",
    date: "2026-08-22",
    source: "the vendor's ips-v4 and ips-v6 lists",
    advice: "requests of Workers and of health checks come from there: leave the network out",
    networks: split(`
      103.21.244.0/22
      103.22.200.0/22
      103.31.4.0/22
      104.16.0.0/13
      104.24.0.0/14
      108.162.192.0/18
      131.0.72.0/22
      141.101.64.0/18
      162.158.0.0/15
      172.64.0.0/13
      173.245.48.0/20
      188.114.96.0/20
      190.93.240.0/20
      197.234.240.0/22
      198.41.128.0/17
      2400:cb00::/32
      2405:8100::/32
      2405:b500::/32
      2606:4700::/32
      2803:f800::/32
      2a06:98c0::/29
      2c0f:f248::/32
    `),
  },
  {
    owner: "Googlebot",
    date: "2026-08-20",
    source: "googlebot.json, in the documentation of Google Search for verifying its crawlers",
    advice:
      "the search engine loses the pages: leave the network out, or skip the ruleset for cf.client.bot before the rule",
    networks: split(`
      34.22.85.0/27
      34.64.82.64/28
      34.65.242.112/28
      34.80.50.80/28
      34.88.194.0/28
      34.89.10.80/28
      34.89.198.80/28
      34.96.162.48/28
      34.100.182.96/28
      34.101.50.144/28
      34.118.66.0/28
      34.118.254.0/28
      34.126.178.96/28
      34.146.150.144/28
      34.147.110.144/28
      34.151.74.144/28
      34.152.50.64/28
      34.154.114.144/28
      34.155.98.32/28
      34.165.18.176/28
      34.175.160.64/28
      34.176.130.16/28
      35.247.243.240/28
      66.249.64.0/23
      66.249.66.0/24
      66.249.67.0/26
      66.249.67.64/27
      66.249.68.0/25
      66.249.68.128/26
      66.249.68.192/27
      66.249.69.0/24
      66.249.70.0/23
      66.249.72.0/22
      66.249.76.0/23
      66.249.78.0/24
      66.249.79.0/26
      66.249.79.64/27
      66.249.79.128/25
      192.178.4.0/24
      192.178.5.0/27
      192.178.6.0/23
      2001:4860:4801:2::/64
      2001:4860:4801:c::/64
      2001:4860:4801:f::/64
      2001:4860:4801:10::/60
      2001:4860:4801:20::/59
      2001:4860:4801:40::/63
      2001:4860:4801:42::/64
      2001:4860:4801:44::/62
      2001:4860:4801:48::/62
      2001:4860:4801:4c::/63
      2001:4860:4801:4e::/64
      2001:4860:4801:50::/61
      2001:4860:4801:58::/63
      2001:4860:4801:60::/59
      2001:4860:4801:80::/61
      2001:4860:4801:88::/64
      2001:4860:4801:90::/61
      2001:4860:4801:a0::/61
      2001:4860:4801:a8::/62
      2001:4860:4801:ac::/63
      2001:4860:4801:ae::/64
      2001:4860:4801:b0::/62
      2001:4860:4801:b4::/63
      2001:4860:4801:b6::/64
    `),
  },
];

function split(text: string): string[] {
  return text.split(/\s+/).filter((network) => network !== "");
}
