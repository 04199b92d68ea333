package io.sluice.tools.option;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.sluice.text.PrintableText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Lists how a command shows its result: to people, or to programs. */
public enum OutputFormat {
  TEXT,
  WIDE,
  JSON,
  YAML,
  NAME;

  /** What is absent is left out, instants are text. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModules(new Jdk8Module(), new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
          .build();

  /** Returns the format of that name, in any case; empty for any other. */
  static Optional<OutputFormat> of(String name) {
    return Arrays.stream(values())
        .filter(format -> format.label().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether people read it. */
  public boolean readable() {
    return this == TEXT || this == WIDE;
  }

  /** Formats the result, whichever form of it that takes. */
  List<String> lines(
      Supplier<List<String>> text, Supplier<?> document, Supplier<List<String>> names) {
    return switch (this) {
      case TEXT, WIDE -> text.get();
      case JSON -> json(document.get()).lines().toList();
      case YAML ->
          new KubernetesSerialization()
              .asYaml(MAPPER.convertValue(document.get(), Object.class))
              .lines()
              .filter(line -> !line.equals("---"))
              .toList();
      case NAME -> names.get();
    };
  }

  /** Escapes what a terminal must not get, and Jackson leaves: programs read the same text. */
  private static String escaped(String json) {
    return json.codePoints()
        .mapToObj(
            point ->
                PrintableText.hidden(point) && point != '\n' && point != '\r'
                    ? Character.toString(point)
                        .chars()
                        .mapToObj("\\u%04x"::formatted)
                        .collect(Collectors.joining())
                    : Character.toString(point))
        .collect(Collectors.joining());
  }

  private static String json(Object document) {
    try {
      return escaped(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(document));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("this is no JSON: " + document, e);
    }
  }
}
