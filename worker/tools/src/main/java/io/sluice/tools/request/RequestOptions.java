package io.sluice.tools.request;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.policy.PolicyName;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.status.StatusReader;
import io.sluice.tools.template.TemplateName;
import io.sluice.tools.template.TemplateOption;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Holds the options of all commands that write a request, and runs one. */
final class RequestOptions {
  @Mixin private TemplateOption template;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  /** Returns whether a template is named: then no argument is a policy. */
  boolean template() {
    return template.given();
  }

  /**
   * Writes the request, and prints what comes of it.
   *
   * @param verb begins messages about the command line: {@code "pause"}
   * @param policy as it is named; null if none is
   * @return the exit code
   */
  int ask(String verb, String policy, RolloutRequest request) {
    return ask(verb, policy, client -> request);
  }

  /** Does so with a request that depends on the hub. */
  int ask(String verb, String policy, Function<KubernetesClient, RolloutRequest> request) {
    Config config = hub.config();
    String namespace = hub.namespace(config);
    Optional<TemplateName> named = template.name(spec, verb, policy, namespace);
    try (KubernetesClient client = HubOptions.client(config)) {
      RolloutSource source =
          named
              .<RolloutSource>map(
                  name -> new RolloutSource.OfTemplate(client, template.own(), name))
              .orElseGet(
                  () ->
                      new RolloutSource.OfPolicy(
                          new StatusReader(client), new PolicyName(namespace, policy)));
      PrintWriter out = spec.commandLine().getOut();
      new RequestWriter(client, source).ask(request.apply(client)).forEach(out::println);
      out.flush();
    }
    return ExitCodes.OK;
  }
}
