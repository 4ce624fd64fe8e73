import { classNames } from './class-names.ts';

interface AvatarProps {
  /** One or two letters. */
  initials: string;
  imageUrl?: string | null | undefined;
  size?: 'sm' | 'md' | 'lg';
  className?: string;
}

const sizes = { sm: 'size-8 text-xs', md: 'size-10 text-sm', lg: 'size-14 text-lg' };

/** Renders a round picture or initials, hidden from screen readers because the name is shown next to it. */
export function Avatar({ initials, imageUrl, size = 'md', className }: AvatarProps) {
  const classes = classNames(
    'inline-flex shrink-0 items-center justify-center rounded-full font-display font-semibold',
    'bg-ink text-paper select-none object-cover',
    sizes[size],
    className,
  );
  if (imageUrl) return <img src={imageUrl} alt="" className={classes} />;
  return (
    <span aria-hidden className={classes}>
      {initials}
    </span>
  );
}
