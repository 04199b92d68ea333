package io.sluice.hub.crd;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import io.sluice.fleet.GroupPlace;
import io.sluice.policy.JsonTree;
import java.io.IOException;
import java.util.function.Predicate;

/**
 * Reads a text of a status only where it says what its field means; any other text reads as an
 * absent one. Whoever may write the status of a Rollout may write any text there.
 */
abstract class ReadableText extends StdDeserializer<String> {
  private static final long serialVersionUID = 1L;

  private final transient Predicate<String> readable;

  private ReadableText(Predicate<String> readable) {
    super(String.class);
    this.readable = readable;
  }

  @Override
  public String deserialize(JsonParser parser, DeserializationContext context) throws IOException {
    String text = parser.getValueAsString();
    return text != null && readable.test(text) ? text : null;
  }

  /** Reads a time. */
  static final class Time extends ReadableText {
    private static final long serialVersionUID = 1L;

    Time() {
      super(text -> JsonTree.instant(text).isPresent());
    }
  }

  /** Reads the place of a group. */
  static final class Place extends ReadableText {
    private static final long serialVersionUID = 1L;

    Place() {
      super(text -> GroupPlace.read(text).isPresent());
    }
  }
}
