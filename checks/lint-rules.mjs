/** The project's own lint rules. Loaded by `.oxlintrc.json`. */

const noExportStar = {
  create(context) {
    return {
      ExportAllDeclaration(node) {
        context.report({
          node,
          message: 'Import from the file that defines the name, not from a barrel.',
        });
      },
    };
  },
};

const noClockOrRandomness = {
  create(context) {
    const report = (node, what) =>
      context.report({ node, message: `${what} is not available here: take it as an argument.` });
    return {
      NewExpression(node) {
        if (isNamed(node.callee, 'Date') && node.arguments.length === 0) report(node, 'The time');
      },
      CallExpression(node) {
        if (isNamed(node.callee, 'Date')) report(node, 'The time');
      },
      MemberExpression(node) {
        if (isNamed(node.object, 'Date') && isNamed(node.property, 'now')) report(node, 'The time');
        if (isNamed(node.object, 'Math') && isNamed(node.property, 'random'))
          report(node, 'Randomness');
        if (isNamed(node.object, 'crypto')) report(node, 'Randomness');
      },
    };
  },
};

function isNamed(node, name) {
  return node.type === 'Identifier' && node.name === name;
}

export default {
  meta: { name: 'curbwrench' },
  rules: { 'no-clock-or-randomness': noClockOrRandomness, 'no-export-star': noExportStar },
};
