package io.sluice.tools.manifest;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.ParserException;
import org.snakeyaml.engine.v2.parser.Parser;

/** Passes on what a parser reads until it is nested deeper than anything that walks it can go. */
final class NestingLimit implements Parser {
  /** More than a list of objects that are as deep as any that is rolled out. */
  static final int MOST = 250;

  static final String REACHED = "it is nested more than %d levels deep".formatted(MOST);

  private final Parser parser;
  private int depth;

  NestingLimit(Parser parser) {
    this.parser = requireNonNull(parser, "parser is null");
  }

  @Override
  public boolean checkEvent(Event.ID choice) {
    return parser.checkEvent(choice);
  }

  @Override
  public Event peekEvent() {
    return parser.peekEvent();
  }

  @Override
  public boolean hasNext() {
    return parser.hasNext();
  }

  @Override
  public Event next() {
    Event event = parser.next();
    if (event instanceof CollectionStartEvent && ++depth > MOST) {
      throw new ParserException(
          "while reading lists and maps", Optional.empty(), REACHED, event.getStartMark());
    }
    if (event instanceof CollectionEndEvent) {
      depth--;
    }
    return event;
  }
}
