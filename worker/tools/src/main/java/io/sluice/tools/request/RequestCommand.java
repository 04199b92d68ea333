package io.sluice.tools.request;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.tools.option.CommandWriter;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.PolicyFinder;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.status.StatusReader;
import io.sluice.tools.template.TemplateName;
import io.sluice.tools.template.TemplateOption;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Runs a command that asks something of a rollout: finds what it is about, writes the request into
 * the spec of the Rollout object, and prints what comes of it.
 *
 * <p>A command adds its arguments, and the {@link RolloutRequest} that they make.
 */
@Command(mixinStandardHelpOptions = true, versionProvider = JarVersion.class)
public abstract class RequestCommand implements Callable<Integer> {
  @Mixin private TemplateOption template;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  /** Returns the name of the policy; null if none is named. */
  protected abstract String policy();

  /**
   * Returns what is asked for.
   *
   * @throws ParameterException when the arguments do not say it
   */
  protected abstract RolloutRequest request();

  /** Asks for it, and returns lines for the person who asked. */
  protected List<String> ask(
      KubernetesClient client, RolloutSource source, RolloutRequest request) {
    return new RequestWriter(client, source).ask(request).printed();
  }

  /** Returns whether a template is named: then no argument is a policy. */
  protected final boolean template() {
    return template.given();
  }

  /** Refuses the command line; the message begins with {@code Cannot pause}. */
  protected final ParameterException refusal(String rest) {
    return new ParameterException(spec.commandLine(), "Cannot %s%s".formatted(spec.name(), rest));
  }

  @Override
  public final Integer call() {
    String policy = policy();
    RolloutRequest request = request();
    Config config = hub.config();
    String namespace = hub.namespace(config);
    CommandWriter commands = hub.commands();
    Optional<TemplateName> named = template.name(spec, spec.name(), policy, namespace);
    try (KubernetesClient client = HubOptions.client(config)) {
      RolloutSource source =
          named
              .<RolloutSource>map(
                  name -> new RolloutSource.OfTemplate(client, template.own(), name, commands))
              .orElseGet(
                  () ->
                      new RolloutSource.OfPolicy(
                          new StatusReader(client),
                          new PolicyFinder(client).named(hub, config, policy),
                          commands));
      PrintWriter out = spec.commandLine().getOut();
      ask(client, source, request).forEach(out::println);
      out.flush();
    }
    return ExitCodes.OK;
  }
}
