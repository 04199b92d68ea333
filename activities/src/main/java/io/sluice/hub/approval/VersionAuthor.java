package io.sluice.hub.approval;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.sluice.hub.client.WriteDater;
import io.sluice.policy.JsonTree;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds who changed the spec of an object last, as the API server has recorded it (between-waves
 * Q3).
 *
 * <p>A manager names a person as {@code sluice:<user>}, which {@code deploy/admission/approvals}
 * holds to the truth for policies. Who cannot be told from another is nobody: two who wrote within
 * the second that the API server records, a write without a time or one that is yet to come, a name
 * that may be cut off.
 */
public final class VersionAuthor {
  private static final String PERSON = "sluice:";

  /** The API server takes no longer name of a manager, so that longer names of users are cut. */
  private static final int LONGEST_MANAGER = 128;

  private VersionAuthor() {}

  private record Write(Optional<String> manager, Optional<Instant> at) {}

  /** Returns the bare name of that user; empty where the last write names no person. */
  public static Optional<String> of(GenericKubernetesResource object, Instant now) {
    List<Write> writes =
        Stream.ofNullable(object.getMetadata().getManagedFields())
            .flatMap(List::stream)
            .filter(VersionAuthor::ownsSpec)
            .map(
                entry ->
                    new Write(
                        Optional.ofNullable(entry.getManager()),
                        Optional.ofNullable(entry.getTime()).flatMap(JsonTree::instant)))
            .toList();
    if (writes.stream().anyMatch(write -> write.at().isEmpty())) {
      return Optional.empty();
    }
    return writes.stream()
        .map(write -> write.at().orElseThrow())
        .max(Comparator.naturalOrder())
        .filter(last -> WriteDater.past(last, now))
        .flatMap(last -> person(writes, last));
  }

  private static Optional<String> person(List<Write> writes, Instant last) {
    List<Optional<String>> managers =
        writes.stream()
            .filter(write -> write.at().filter(last::equals).isPresent())
            .map(Write::manager)
            .distinct()
            .toList();
    return managers.size() == 1 ? managers.get(0).flatMap(VersionAuthor::person) : Optional.empty();
  }

  private static Optional<String> person(String manager) {
    return manager.startsWith(PERSON)
            && manager.length() > PERSON.length()
            && manager.length() < LONGEST_MANAGER
        ? Optional.of(manager.substring(PERSON.length()))
        : Optional.empty();
  }

  private static boolean ownsSpec(ManagedFieldsEntry entry) {
    return entry.getFieldsV1() != null
        && entry.getFieldsV1().getAdditionalProperties().containsKey("f:spec");
  }
}
