/** Shows an email address in running text; if it has to wrap, it wraps after the @. */
export function EmailAddress({ address }: { address: string }) {
  const [name, domain] = address.split('@');
  return (
    <>
      {name}@<wbr />
      {domain}
    </>
  );
}
