package io.sluice.tools.option;

import io.sluice.policy.PolicyName;
import io.sluice.settings.LeaseSettings;
import java.util.List;
import java.util.stream.Stream;

/**
 * Names what is rolled out on a command line.
 *
 * @param names what stands before further names: {@code web}, {@code --template Deployment/web}
 * @param options what stands behind them: {@code -n policies}
 */
public record CommandTarget(List<String> names, List<String> options) {
  public CommandTarget {
    names = List.copyOf(names);
    options = List.copyOf(options);
  }

  /** Names a policy. */
  public static CommandTarget of(PolicyName policy) {
    return new CommandTarget(List.of(policy.name()), List.of("-n", policy.namespace()));
  }

  /**
   * Names a template.
   *
   * @param namespace empty for one that has none
   * @param own the namespace of Sluice
   */
  public static CommandTarget ofTemplate(String kind, String namespace, String name, String own) {
    List<String> scope = namespace.isEmpty() ? List.of() : List.of("-n", namespace);
    List<String> lease =
        own.equals(LeaseSettings.NAMESPACE) ? List.of() : List.of("--lease-namespace", own);
    return new CommandTarget(
        List.of("--template", kind + "/" + name),
        Stream.of(scope, lease).flatMap(List::stream).toList());
  }
}
