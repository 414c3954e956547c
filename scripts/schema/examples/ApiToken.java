import com.example.edge.ApiToken;
import com.example.edge.ApiTokenArgs;
import com.example.edge.inputs.ApiTokenConditionArgs;
import com.example.edge.inputs.IpConditionArgs;
import com.example.edge.inputs.PermissionGroupArgs;
import com.example.edge.inputs.PolicyArgs;
import com.pulumi.Pulumi;
import com.pulumi.core.Either;
import java.util.Map;

public final class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var zone = "com.cloudflare.api.account.zone.023e105f4ecef8ad9ca31a8372d0c353";
            var wafEditor = new ApiToken("waf-editor", ApiTokenArgs.builder()
                .policies(PolicyArgs.builder()
                    .resources(Map.of(zone, Either.ofLeft("*")))
                    .permissionGroups(PermissionGroupArgs.builder().name("Zone WAF Write").build())
                    .build())
                .condition(ApiTokenConditionArgs.builder()
                    .requestIp(IpConditionArgs.builder().in("192.0.2.0/24").build())
                    .build())
                .expiresOn("2030-01-01T00:00:00Z")
                .build());
            ctx.export("value", wafEditor.value());
        });
    }
}
