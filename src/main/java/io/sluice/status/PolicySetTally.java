package io.sluice.status;

import io.sluice.policy.Compliance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Collects the policies of a set by what they report, and formats the {@code statusMessage}.
 *
 * <p>The texts are OCM's: consoles and scripts match them (policy-propagation 6).
 */
final class PolicySetTally {
  private final List<String> pending = new ArrayList<>();
  private final List<String> disabled = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();
  private Optional<Compliance> worst = Optional.empty();

  List<String> missing() {
    return missing;
  }

  void missing(String policy) {
    missing.add(policy);
  }

  void disabled(String policy) {
    disabled.add(policy);
  }

  void reporting(String policy, Optional<Compliance> compliance) {
    if (compliance.isEmpty()) {
      unknown.add(policy);
      return;
    }
    if (compliance.get() == Compliance.PENDING) {
      pending.add(policy);
    }
    if (worst.isEmpty() || worst.get().compareTo(compliance.get()) < 0) {
      worst = compliance;
    }
  }

  Optional<Compliance> compliant() {
    return unknown.isEmpty() ? worst : Optional.empty();
  }

  String message(boolean excluding) {
    List<String> parts = new ArrayList<>();
    add(parts, "Policies awaiting pending dependencies", pending);
    add(parts, "Disabled policies", disabled);
    add(parts, "No status provided while awaiting policy status", unknown);
    add(parts, "Deleted policies", missing);
    if (parts.isEmpty()) {
      parts.add("All policies are reporting status");
    }
    if (excluding) {
      parts.add("One or more policies were excluded. For details, see status.exclusions.");
    }
    return String.join("; ", parts);
  }

  private static void add(List<String> parts, String what, List<String> policies) {
    if (!policies.isEmpty()) {
      parts.add(what + ": " + String.join(", ", policies));
    }
  }
}
