package io.sluice.connection;

import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads kubeconfigs with a choice of context, cluster or user, as kubectl merges them. */
final class KubeconfigReader {
  private final List<Path> files;
  private final Config[] configs;

  private KubeconfigReader(List<Path> files) {
    this.files = files;
    this.configs =
        files.stream()
            .map(file -> KubeConfigUtils.parseConfig(file.toFile()))
            .toArray(Config[]::new);
  }

  /**
   * Returns address and credentials.
   *
   * @throws IllegalArgumentException when there is nothing of a name that is chosen
   */
  static io.fabric8.kubernetes.client.Config read(List<Path> files, KubeconfigChoice choice) {
    return new KubeconfigReader(files).read(choice);
  }

  private io.fabric8.kubernetes.client.Config read(KubeconfigChoice choice) {
    NamedContext context = context(choice);
    choice
        .cluster()
        .map(name -> present("cluster", name, Config::getClusters, NamedCluster::getName))
        .ifPresent(context.getContext()::setCluster);
    choice
        .user()
        .map(name -> present("user", name, Config::getUsers, NamedAuthInfo::getName))
        .ifPresent(context.getContext()::setUser);
    io.fabric8.kubernetes.client.Config merged =
        new ConfigBuilder(io.fabric8.kubernetes.client.Config.empty()).build();
    KubeConfigUtils.merge(merged, context.getName(), configs);
    return merged;
  }

  /** Returns the context that is chosen, or the current one; a new one where there is neither. */
  private NamedContext context(KubeconfigChoice choice) {
    Optional<String> name =
        choice
            .context()
            .or(
                () ->
                    Stream.of(configs)
                        .map(Config::getCurrentContext)
                        .filter(current -> current != null && !current.isEmpty())
                        .findFirst());
    choice
        .context()
        .ifPresent(
            chosen -> present("context", chosen, Config::getContexts, NamedContext::getName));
    return all(Config::getContexts)
        .filter(context -> name.equals(Optional.of(context.getName())))
        .filter(context -> context.getContext() != null)
        .findFirst()
        .orElseGet(() -> added(name.orElse("sluice")));
  }

  private NamedContext added(String name) {
    NamedContext context = new NamedContext();
    context.setName(name);
    context.setContext(new Context());
    List<NamedContext> contexts = new ArrayList<>(configs[0].getContexts());
    contexts.add(context);
    configs[0].setContexts(contexts);
    return context;
  }

  private <T> String present(
      String kind, String name, Function<Config, List<T>> list, Function<T, String> label) {
    List<String> names = all(list).map(label).filter(Objects::nonNull).distinct().toList();
    if (names.contains(name)) {
      return name;
    }
    throw new IllegalArgumentException(
        "Cannot use %s %s: kubeconfig %s has none of that name. %s"
            .formatted(
                kind,
                name,
                files.stream().map(Path::toString).collect(Collectors.joining(", ")),
                names.isEmpty()
                    ? "Add it there."
                    : "Name one of these with --%s: %s."
                        .formatted(kind, String.join(", ", names))));
  }

  private <T> Stream<T> all(Function<Config, List<T>> list) {
    return Stream.of(configs).map(list).filter(Objects::nonNull).flatMap(List::stream);
  }
}
