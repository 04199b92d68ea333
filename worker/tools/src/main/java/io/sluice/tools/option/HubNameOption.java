package io.sluice.tools.option;

import io.sluice.rollout.lifecycle.HubName;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Holds the option that names the hub among those that share a namespace of Temporal. */
public final class HubNameOption {
  @Option(
      names = "--hub-name",
      descriptionKey = "hubName",
      paramLabel = "NAME",
      converter = NameConverter.class,
      description =
          "Name of this hub among those that share the Temporal namespace: the ids of its workflows"
              + " and its task queue contain it. Default: ${DEFAULT-VALUE}.",
      defaultValue = "hub")
  private HubName name;

  /** Returns the name. */
  public HubName name() {
    return name;
  }

  /** Converts names of hubs. */
  static final class NameConverter implements ITypeConverter<HubName> {
    @Override
    public HubName convert(String text) {
      try {
        return new HubName(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
