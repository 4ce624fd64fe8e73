import { MapPin, Phone } from 'lucide-react';
import { listBusinessHours } from '../business/business-hours-text.ts';
import { useBusinessQuery } from '../business/queries.ts';
import { telephoneUrl } from '../lib/telephone.ts';
import { paths } from '../paths.ts';

const serviceLinks = [
  { href: paths.services, label: 'Services and prices' },
  { href: paths.subscriptionPlans, label: 'Maintenance plans' },
  { href: paths.serviceAreaMap, label: 'Service areas' },
  { href: paths.reviews, label: 'Reviews' },
  { href: paths.bookService, label: 'Book a service' },
];

const otherLinks = [
  { href: paths.privacy, label: 'Privacy' },
  { href: paths.terms, label: 'Terms' },
];

/**
 * Renders the footer of every page for visitors: how to reach the business, its hours, and the pages that visitors may
 * open. Its links work without the router, which the landing page does not load.
 */
export function SiteFooter() {
  const { data: business } = useBusinessQuery();
  const businessHours = business?.bookingRules.businessHours;
  return (
    <footer className="mt-auto border-t border-line bg-sheet print:hidden">
      <div className="mx-auto grid w-full max-w-6xl gap-x-10 gap-y-8 px-4 py-10 sm:grid-cols-2 sm:px-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,5fr)_minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0">
          <p className="font-display text-lg font-bold wrap-anywhere">{business?.name}</p>
          <ul className="mt-2 grid gap-1 text-ink-soft">
            {business?.address && (
              <li className="flex gap-2.5">
                <MapPin className="mt-1 size-4 shrink-0 text-ink-faint" aria-hidden />
                <span className="min-w-0 wrap-anywhere">{business.address}</span>
              </li>
            )}
            {business?.phone && (
              <li className="flex gap-2.5">
                <Phone className="mt-1 size-4 shrink-0 text-ink-faint" aria-hidden />
                <a
                  href={telephoneUrl(business.phone)}
                  className="link reach figures min-w-0 whitespace-normal"
                >
                  {business.phone}
                </a>
              </li>
            )}
          </ul>
        </div>
        {businessHours && (
          <div className="min-w-0">
            <h2 className="text-base">Hours</h2>
            <dl className="mt-2 grid gap-1 text-ink-soft">
              {listBusinessHours(businessHours).map(({ days, hours }) => (
                <div key={hours} className="flex flex-wrap gap-x-4">
                  <dt className="min-w-40">{days}</dt>
                  <dd className="figures">{hours}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
        <FooterLinks label="Services" links={serviceLinks} />
        <FooterLinks label="More" links={otherLinks} />
      </div>
    </footer>
  );
}

interface FooterLinksProps {
  label: string;
  links: readonly { readonly href: string; readonly label: string }[];
}

function FooterLinks({ label, links }: FooterLinksProps) {
  return (
    <nav aria-label={label}>
      <h2 className="text-base">{label}</h2>
      <ul className="mt-1">
        {links.map((link) => (
          <li key={link.href}>
            <a
              href={link.href}
              className="inline-flex min-h-9 items-center text-ink-soft no-underline hover:underline pointer-coarse:min-h-touch"
            >
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
