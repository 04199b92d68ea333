package io.sluice.mutation;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds a member of a source: a method, a constructor, a field, or a type without its members.
 *
 * @param file the source below {@code main/java/io/sluice}
 * @param start where the text begins in the source
 * @param text without comments; {@link JavaTokens#HOLE} where a type has its members
 */
record SourceMember(String file, String name, int start, String text) {

  PassagePlace place() {
    return new PassagePlace(file, name, JavaTokens.hash(text, name));
  }

  /** Returns the text for people: the first lines that are not blank, indented. */
  String shown(int most) {
    List<String> lines =
        text.replace(String.valueOf(JavaTokens.HOLE), "")
            .lines()
            .filter(line -> !line.isBlank())
            .toList();
    // The first line begins where the member does, the last has its indentation.
    String rest = String.join("\n", lines.subList(1, lines.size())).stripIndent();
    String shown =
        Stream.concat(Stream.of(lines.get(0).stripTrailing()), rest.lines())
            .limit(most)
            .collect(Collectors.joining("\n  ", "  ", ""));
    return lines.size() > most
        ? shown + "\n  ... (%d more lines)".formatted(lines.size() - most)
        : shown;
  }
}
