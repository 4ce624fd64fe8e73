/** An e-mail address in running text: where it has to break, it breaks behind its @. */
export function EmailAddress({ address }: { address: string }) {
  const [name, domain] = address.split('@');
  return (
    <>
      {name}@<wbr />
      {domain}
    </>
  );
}
