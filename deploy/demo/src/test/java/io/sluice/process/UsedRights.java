package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devservers.AuditLog;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares what a process may do with what it asked the API server for, by the audit log. */
final class UsedRights {
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

  /**
   * Checks that each request is granted, and that each right was used but for those that have a
   * reason, and none of these.
   *
   * @param reasons why a right, as {@code update policies/finalizers in group}, needs no request
   */
  void check(Collection<Permission> granted, Map<String, String> reasons) {
    assertThat(requests).as("forbidden").noneMatch(entry -> entry.code() == 403);
    assertThat(requests)
        .as("used, and not granted")
        .allMatch(entry -> granted.stream().anyMatch(right -> covers(right, entry)));
    Set<String> unused =
        granted.stream()
            .filter(right -> requests.stream().noneMatch(entry -> covers(right, entry)))
            .map(right -> right.verb() + " " + right.object())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(unused).as("granted, and not used").isEqualTo(reasons.keySet());
  }

  private static boolean covers(Permission right, AuditLog.Entry entry) {
    return right.verb().equals(entry.verb())
        && right.group().equals(entry.group())
        && right.resource().equals(entry.resource())
        && (right.namespace().isEmpty() || right.namespace().equals(entry.namespace()))
        && (right.name().isEmpty() || right.name().equals(entry.name()));
  }
}
