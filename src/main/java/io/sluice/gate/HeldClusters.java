package io.sluice.gate;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * Counts the clusters that the gate holds: they keep the version that they have until their turn
 * (gate 7).
 *
 * @param clusters how many are held; none once each has had its turn
 * @param of how many the rollout has
 * @param generation what they keep; empty where it is not known, or not the same for all of them
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record HeldClusters(long clusters, long of, Optional<Long> generation) {
  public HeldClusters {
    generation = requireNonNullElse(generation, Optional.empty());
  }

  /** Formats {@code 24 of 30 clusters keep generation 4, enforced}; empty if none is held. */
  public Optional<String> text() {
    return clusters == 0
        ? Optional.empty()
        : Optional.of(
            "%d of %d %s %s %s"
                .formatted(
                    clusters,
                    of,
                    of == 1 ? "cluster" : "clusters",
                    clusters == 1 ? "keeps" : "keep",
                    kept(clusters == 1 ? "it has" : "they have")));
  }

  /** Formats the same as a line of its own: {@code Held: 24 of 30 clusters keep …}. */
  public Optional<String> sentence() {
    return text().map("Held: %s."::formatted);
  }

  /** Formats what one of them has: {@code generation 4, enforced}. */
  public String ofOne() {
    return kept("it has");
  }

  private String kept(String have) {
    return generation
        .map("generation %d, enforced"::formatted)
        .orElse("the version that %s, if any".formatted(have));
  }
}
