package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devservers.AuditLog;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares what a process may do with what it asked the API server for, by the audit log. */
final class UsedRights {
  private static final String BY_CHANCE = "by chance ";

  private final List<AuditLog.Entry> requests;

  private UsedRights(List<AuditLog.Entry> requests) {
    this.requests = requests;
  }

  /** Reads the requests for objects; everybody may ask what they may do. */
  static UsedRights of(List<AuditLog.Entry> entries) {
    return new UsedRights(
        entries.stream()
            .filter(entry -> !entry.group().equals("authorization.k8s.io"))
            .filter(entry -> !entry.resource().isEmpty())
            .toList());
  }

  /** Checks that no request was forbidden, and that one of these rights covers each. */
  UsedRights coveredBy(Collection<Permission> granted) {
    assertThat(requests).as("forbidden").noneMatch(entry -> entry.code() == 403);
    assertThat(requests)
        .as("used, and not granted")
        .allMatch(entry -> granted.stream().anyMatch(right -> covers(right, entry)));
    return this;
  }

  /**
   * Checks that each right was used but for those with a reason, and none of these. A request uses
   * the right on all kinds only where none on its own kind covers it.
   *
   * @param reasons a file of rights, as {@code update policies/finalizers in group}, each with why
   *     it needs no request, or after {@value #BY_CHANCE} why it need not have one; none if empty
   */
  void useAll(Collection<Permission> granted, Optional<String> reasons) {
    Set<Permission> used =
        requests.stream().flatMap(entry -> narrowest(granted, entry)).collect(Collectors.toSet());
    Set<String> unused =
        granted.stream()
            .filter(right -> !used.contains(right))
            .map(right -> right.verb() + " " + right.object())
            .collect(Collectors.toCollection(TreeSet::new));
    List<String> explained = reasons.map(UsedRights::rights).orElse(List.of());
    explained.stream()
        .filter(right -> right.startsWith(BY_CHANCE))
        .forEach(right -> unused.remove(right.substring(BY_CHANCE.length())));
    assertThat(unused)
        .as("granted, and not used")
        .containsExactlyInAnyOrderElementsOf(
            explained.stream().filter(right -> !right.startsWith(BY_CHANCE)).toList());
  }

  private static Stream<Permission> narrowest(
      Collection<Permission> granted, AuditLog.Entry entry) {
    List<Permission> covering = granted.stream().filter(right -> covers(right, entry)).toList();
    List<Permission> narrow =
        covering.stream().filter(right -> !right.resource().equals(Permission.ANY)).toList();
    return (narrow.isEmpty() ? covering : narrow).stream();
  }

  private static List<String> rights(String reasons) {
    try (InputStream in = UsedRights.class.getResourceAsStream("/" + reasons)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(": ", 2)[0])
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean covers(Permission right, AuditLog.Entry entry) {
    return right.verb().equals(entry.verb())
        && is(right.group(), entry.group())
        && is(right.resource(), entry.resource())
        && (right.namespace().isEmpty() || right.namespace().equals(entry.namespace()))
        && (right.name().isEmpty() || right.name().equals(entry.name()));
  }

  private static boolean is(String granted, String asked) {
    return granted.equals(Permission.ANY) || granted.equals(asked);
  }
}
