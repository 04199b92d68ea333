package io.sluice.check;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.strategy.SettingNode;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads which Secret of the namespace has credentials (between-waves K5, N3).
 *
 * @param reason of all problems
 * @param settings what it is a setting of, such as {@code a check}
 * @param example the name of a Secret
 */
public record SecretReferenceReader(String reason, String settings, String example) {
  /** What an object of Kubernetes may be called. */
  static final Pattern NAME =
      Pattern.compile("(?=.{1,253}$)%1$s([.]%1$s)*".formatted("[a-z0-9]([-a-z0-9]*[a-z0-9])?"));

  public SecretReferenceReader {
    requireNonNull(reason, "reason is null");
    requireNonNull(settings, "settings is null");
    requireNonNull(example, "example is null");
  }

  /** Returns the name; empty if none is referred to, or it is refused. */
  public Optional<String> read(SettingNode node) {
    if (node.absent()) {
      return Optional.empty();
    }
    node.warnOfUnknownFields(Set.of("name"), settings);
    return node.notAnObject()
        ? node.refuse(reason, "not an object", "Write one such as {name: %s}".formatted(example))
        : name(node.child("name"));
  }

  private Optional<String> name(SettingNode node) {
    String remedy = "Write one such as " + example;
    return node.text()
        .filter(text -> NAME.matcher(text).matches())
        .or(
            () ->
                node.absent()
                    ? node.report(reason, "is missing", remedy)
                    : node.refuse(reason, "which there cannot be", remedy));
  }
}
