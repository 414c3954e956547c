import com.example.edge.OwaspConfig;
import com.example.edge.OwaspConfigArgs;
import com.example.edge.enums.ManagedAction;
import com.example.edge.inputs.OwaspRuleArgs;
import com.pulumi.Pulumi;

public final class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            new OwaspConfig("owasp", OwaspConfigArgs.builder()
                .zoneId("023e105f4ecef8ad9ca31a8372d0c353")
                .paranoiaLevel(2.0)
                .scoreThreshold("high")
                .action(ManagedAction.Managed_challenge)
                .rules(OwaspRuleArgs.builder().number("920272").enabled(false).build())
                .build());
        });
    }
}
