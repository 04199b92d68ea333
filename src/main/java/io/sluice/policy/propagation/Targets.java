package io.sluice.policy.propagation;

import io.sluice.fleet.ByteOrder;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Resolves which clusters get a replica of a policy, and with which action (policy-propagation
 * 5.2).
 *
 * <p>P are the clusters of non-restricted bindings, Q those of non-restricted bindings with an
 * override, R those of restricted bindings with an override. Replicas go to P; the override applies
 * to Q and to the clusters in both P and R. An override only raises the action to enforce.
 */
public final class Targets {
  private final RootSpec root;
  private final List<BoundBinding> bindings;
  private final boolean overridesCount;
  private final SortedSet<String> selected;

  Targets(RootSpec root, List<BoundBinding> bindings) {
    this(
        root,
        List.copyOf(bindings),
        true,
        selectedBy(bindings, binding -> !binding.binding().restricted()));
  }

  private Targets(
      RootSpec root,
      List<BoundBinding> bindings,
      boolean overridesCount,
      SortedSet<String> selected) {
    this.root = root;
    this.bindings = bindings;
    this.overridesCount = overridesCount;
    this.selected = selected;
  }

  /**
   * Returns the same clusters without overrides: under a strategy other than All, only the rollout
   * changes the action of a cluster (rollout-strategy 3.8).
   */
  public Targets withoutOverrides() {
    return new Targets(root, bindings, false, selected);
  }

  public RootSpec root() {
    return root;
  }

  /** P: the clusters that get a replica; none while the policy is disabled. */
  public SortedSet<String> replicas() {
    return root.disabled() ? Collections.emptySortedSet() : selected;
  }

  /** Q: the clusters of non-restricted bindings with an override. */
  SortedSet<String> overridden() {
    return selectedBy(bindings, binding -> !binding.binding().restricted() && overrides(binding));
  }

  /** R: the clusters of restricted bindings with an override, whether or not they are in P. */
  SortedSet<String> overriddenIfSelected() {
    return selectedBy(bindings, binding -> binding.binding().restricted() && overrides(binding));
  }

  /** Returns the selected clusters that an override enforces, by name. */
  public List<String> enforcedByOverride() {
    SortedSet<String> clusters = new TreeSet<>(ByteOrder.NAMES);
    clusters.addAll(overridden());
    overriddenIfSelected().stream().filter(selected::contains).forEach(clusters::add);
    return List.copyOf(clusters);
  }

  /** The action of the present root on that cluster, as written; empty when unset. */
  public Optional<String> action(String cluster) {
    return action(cluster, root.action());
  }

  /** The action of any version of the root on that cluster, as written. */
  public Optional<String> action(String cluster, Optional<String> rootAction) {
    if (rootAction.filter(Targets::enforces).isPresent() || !selected.contains(cluster)) {
      return rootAction;
    }
    return override(cluster, false).or(() -> override(cluster, true)).or(() -> rootAction);
  }

  /** Names of the bindings whose override does not count under the policy's strategy. */
  public List<String> ignoredOverrides() {
    return overridesCount ? List.of() : overridingBindings();
  }

  List<String> overridingBindings() {
    return bindings.stream()
        .filter(binding -> binding.binding().override().isPresent())
        .map(BoundBinding::name)
        .toList();
  }

  /** Names of the bindings that have the override in both spellings. */
  public List<String> bindingsInBothSpellings() {
    return bindings.stream()
        .filter(binding -> binding.binding().bothSpellings())
        .map(BoundBinding::name)
        .toList();
  }

  /** True for {@code enforce} in any spelling. */
  static boolean enforces(String action) {
    return action.equalsIgnoreCase("enforce");
  }

  /** The bindings of the policy, by name. */
  public List<BoundBinding> bindings() {
    return bindings;
  }

  /** P, also while the policy is disabled. */
  public SortedSet<String> selected() {
    return selected;
  }

  /** Clusters that non-restricted bindings select only through sets that exclude them. */
  public SortedSet<String> excluded() {
    SortedSet<String> excluded = new TreeSet<>(ByteOrder.NAMES);
    bindings.stream()
        .filter(binding -> !binding.binding().restricted())
        .filter(BoundBinding::excludesAny)
        .flatMap(binding -> binding.decided().stream())
        .filter(cluster -> !selected.contains(cluster))
        .forEach(excluded::add);
    return excluded;
  }

  private Optional<String> override(String cluster, boolean restricted) {
    return bindings.stream()
        .filter(binding -> binding.binding().restricted() == restricted && overrides(binding))
        .filter(binding -> binding.selects(cluster))
        .flatMap(binding -> binding.binding().override().stream())
        .findFirst();
  }

  private boolean overrides(BoundBinding binding) {
    return overridesCount && binding.binding().override().isPresent();
  }

  /** Most policies have one binding: its clusters are not copied. */
  private static SortedSet<String> selectedBy(
      List<BoundBinding> bindings, Predicate<BoundBinding> wanted) {
    List<SortedSet<String>> parts =
        bindings.stream().filter(wanted).map(BoundBinding::selected).toList();
    return parts.size() == 1
        ? parts.get(0)
        : Collections.unmodifiableSortedSet(union(parts.stream()));
  }

  private static SortedSet<String> union(Stream<? extends Collection<String>> parts) {
    SortedSet<String> union = new TreeSet<>(ByteOrder.NAMES);
    parts.forEach(union::addAll);
    return union;
  }
}
