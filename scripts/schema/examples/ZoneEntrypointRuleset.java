import com.example.edge.ZoneEntrypointRuleset;
import com.example.edge.ZoneEntrypointRulesetArgs;
import com.example.edge.enums.Phase;
import com.example.edge.inputs.ActionParametersArgs;
import com.example.edge.inputs.RuleArgs;
import com.pulumi.Pulumi;

public final class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            new ZoneEntrypointRuleset("zone-rules", ZoneEntrypointRulesetArgs.builder()
                .zoneId("023e105f4ecef8ad9ca31a8372d0c353")
                .phase(Phase.Http_request_firewall_custom)
                .rules(
                    RuleArgs.builder()
                        .ref("office")
                        .action("skip")
                        .actionParameters(ActionParametersArgs.builder().ruleset("current").build())
                        .expression("ip.src in {192.0.2.0/24}")
                        .build(),
                    RuleArgs.builder()
                        .ref("admin")
                        .action("managed_challenge")
                        .expression("starts_with(http.request.uri.path, \"/admin\")")
                        .build())
                .build());
        });
    }
}
