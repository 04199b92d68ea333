package io.sluice.cel;

import cel.parser.internal.CELLexer;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;

/**
 * Counts how deep brackets are in one another, with the lexer of CEL's parser. The parser limits
 * calls and operators, and overflows the stack where some thousand lists or maps are in one
 * another.
 */
final class CelDepth {
  private CelDepth() {}

  static int of(String expression) {
    CELLexer lexer = new CELLexer(CharStreams.fromString(expression));
    // What is no token is said by the parser.
    lexer.removeErrorListeners();
    int depth = 0;
    int deepest = 0;
    for (int type = lexer.nextToken().getType();
        type != Token.EOF;
        type = lexer.nextToken().getType()) {
      switch (type) {
        case CELLexer.LBRACKET, CELLexer.LBRACE, CELLexer.LPAREN ->
            deepest = Math.max(deepest, ++depth);
        // One too many is an error, and must not make room for others.
        case CELLexer.RPRACKET, CELLexer.RBRACE, CELLexer.RPAREN -> depth = Math.max(0, depth - 1);
        default -> {}
      }
    }
    return deepest;
  }
}
