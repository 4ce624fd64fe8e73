import { parseTextBlocks, type SiteWordingName } from '@curbwrench/contract/site/wording';
import { useQuery } from '@tanstack/react-query';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { sitePageQuery } from './queries.ts';
import { TextBlocks } from './text-blocks.tsx';

interface SitePageProps {
  name: Exclude<SiteWordingName, 'questions'>;
  title: string;
}

/** Renders the page with the business's privacy policy or terms. */
export function SitePage({ name, title }: SitePageProps) {
  const business = useBusiness();
  return (
    <div className="mx-auto max-w-prose">
      <PageHeading title={title} subtitle={business.name} />
      <Loaded
        query={useQuery(sitePageQuery(name))}
        skeleton={<TextSkeleton />}
        failure="We couldn't load this page."
        getCause={getErrorMessage}
      >
        {({ text }) => <TextBlocks blocks={parseTextBlocks(text)} />}
      </Loaded>
    </div>
  );
}

function TextSkeleton() {
  return (
    <div className="grid gap-8">
      {['a', 'b', 'c'].map((key) => (
        <div key={key}>
          <Skeleton className="h-7 w-48" />
          <Skeleton className="mt-3 h-24" />
        </div>
      ))}
    </div>
  );
}
