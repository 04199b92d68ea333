package io.sluice.tools.request;

import static java.util.Objects.requireNonNull;

import io.sluice.tools.option.CliFailure;
import java.util.Optional;

/**
 * Holds what a person saw of a version before approving it.
 *
 * @param name empty if any will do
 * @param content its hash; empty if any will do
 */
public record SeenVersion(Optional<String> name, Optional<String> content) {
  /** Whatever is on the hub will do. */
  public static final SeenVersion ANY = new SeenVersion(Optional.empty(), Optional.empty());

  public SeenVersion {
    requireNonNull(name, "name is null");
    requireNonNull(content, "content is null");
  }

  /**
   * Refuses what has changed since.
   *
   * @throws CliFailure where another version is on the hub
   */
  void check(RolloutRequest request, RequestContext context) {
    if (name.isPresent() && !name.equals(context.version())) {
      throw new CliFailure(
          "%s for version %s: its version is %s now. Look again at what an approval would change."
              .formatted(
                  request.cannot(context.source()),
                  name.get(),
                  context.version().orElse("not set")));
    }
    if (content.isPresent() && !content.equals(context.present().content())) {
      throw new CliFailure(
          "%s: its content has changed since it was shown. Look again at what an approval would change."
              .formatted(request.cannot(context.source())));
    }
  }
}
