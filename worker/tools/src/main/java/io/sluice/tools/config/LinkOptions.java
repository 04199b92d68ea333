package io.sluice.tools.config;

import io.sluice.settings.LinkSettings;
import java.net.URI;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Holds the options that say where people look at rollouts. */
public final class LinkOptions {
  @Option(
      names = "--dashboard-url",
      descriptionKey = "dashboardUrl",
      paramLabel = "URL",
      converter = PageUrlConverter.class,
      description =
          "Where people have the dashboard, such as https://sluice.example.com: notifications link"
              + " to it. Default: none.")
  private URI dashboard;

  @Option(
      names = "--temporal-ui-url",
      descriptionKey = "temporalUiUrl",
      paramLabel = "URL",
      converter = PageUrlConverter.class,
      description =
          "Where Temporal's Web UI shows the workflows, such as"
              + " https://temporal.example.com/namespaces/sluice/workflows: notifications link to"
              + " it. Default: none.")
  private URI temporalUi;

  /** Returns the settings. */
  public LinkSettings settings() {
    return new LinkSettings(Optional.ofNullable(dashboard), Optional.ofNullable(temporalUi));
  }
}
